// The list of all checks: search and filter.  Without this script the list is whole and folded.
(function () {
  "use strict";
  var form = document.querySelector(".filter");
  // A link to a check leads into a folded part: open what holds it.
  function unfold() {
    var id = decodeURIComponent(location.hash.slice(1)), at = id && document.getElementById(id), top = at;
    for (; at; at = at.parentElement)
      if (at.tagName === "DETAILS") at.open = true;
    if (top) {
      var inside = top.tagName === "SECTION" && top.querySelector("details.fold");
      if (inside) inside.open = true;
      top.scrollIntoView();
    }
  }
  addEventListener("hashchange", unfold);
  unfold();
  if (!form) return;
  var rows = Array.prototype.slice.call(document.querySelectorAll("table.list tbody tr"));
  var list = document.querySelector("details.list"), out = form.querySelector("output");
  var search = form.querySelector("input"), choices = form.querySelectorAll("select");
  var texts = rows.map(function (row) { return row.textContent.toLowerCase(); });
  function show() {
    var words = search.value.toLowerCase().split(/\s+/), any = search.value !== "", n = 0;
    choices.forEach(function (c) { any = any || c.value !== ""; });
    rows.forEach(function (row, i) {
      var good = words.every(function (w) { return texts[i].indexOf(w) >= 0; });
      choices.forEach(function (c) {
        var value = row.dataset[c.dataset.key];
        good = good && (!c.value || (c.dataset.key === "e" ? value.split(", ").indexOf(c.value) >= 0 || value === c.value
                                                           : value === c.value));
      });
      row.hidden = !good;
      n += good;
    });
    if (any) list.open = true;
    out.textContent = n + " of " + rows.length;
  }
  form.hidden = false;
  form.addEventListener("input", show);
  form.addEventListener("submit", function (event) { event.preventDefault(); });
  show();
})();
