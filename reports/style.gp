# Common style of gravel's figures: Okabe-Ito colours (safe for colour-blind readers), dark text, a light grid.
# Line types 1..8 are colours of curves; engines differ by marker (MD filled circle, ED open square, ...).
set encoding utf8
set datafile missing 'nan'
set linetype 1 lc rgb '#0072B2' lw 1.8
set linetype 2 lc rgb '#D55E00' lw 1.8
set linetype 3 lc rgb '#009E73' lw 1.8
set linetype 4 lc rgb '#CC79A7' lw 1.8
set linetype 5 lc rgb '#E69F00' lw 1.8
set linetype 6 lc rgb '#56B4E9' lw 1.8
set linetype 7 lc rgb '#6B4E9B' lw 1.8
set linetype 8 lc rgb '#8C6D1F' lw 1.8
set border 3 lc rgb '#333333' lw 1.1
set tics nomirror out scale 0.7 textcolor rgb '#222222'
set grid xtics ytics lc rgb '#E2E2E2' lw 0.8 lt 1
set xlabel textcolor rgb '#111111'
set ylabel textcolor rgb '#111111'
set title textcolor rgb '#111111'
set errorbars small linewidth 1.4   # bars are drawn as errorlines of no width: errorbars leave a gap at the marker
set key outside bottom center vertical Left reverse samplen 2 spacing 1.2 height 0.7 font ',14' textcolor rgb '#111111'
set tmargin 1
