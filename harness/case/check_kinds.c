#include "harness/case/check_kinds.h"

const struct gravel_check_kind gravel_check_value = {
    .name = "measure", .needs = {"reference"}, .takes = {"within", "relative"}};
const struct gravel_check_kind gravel_check_agree = {
    .name = "agree", .one_of = {"within", "reference"}, .takes = {"relative"}, .n_engines = 2};
const struct gravel_check_kind gravel_check_differ = {
    .name = "differ", .one_of = {"from", "to"}, .takes = {"relative"}, .n_engines = 2};
const struct gravel_check_kind gravel_check_collapse = {
    .name = "collapse", .needs = {"along", "within"}, .takes = {"relative", "degree"}};
const struct gravel_check_kind gravel_check_rises = {
    .name = "rises", .needs = {"along", "at_least"}, .takes = {"over", "within", "relative"}};
const struct gravel_check_kind gravel_check_falls = {
    .name = "falls", .needs = {"along", "at_least"}, .takes = {"over", "within", "relative"}};
const struct gravel_check_kind gravel_check_slope = {
    .name = "slope", .needs = {"along", "reference"}, .takes = {"over", "within", "relative", "offset"}};
const struct gravel_check_kind gravel_check_fit = {.name = "fit",
                                                   .needs = {"along", "degree", "gives", "reference"},
                                                   .takes = {"over", "within", "relative", "constant"}};
const struct gravel_check_kind gravel_check_bound = {
    .name = "bound", .one_of = {"from", "to"}, .takes = {"within", "relative", "every_run"}};
const struct gravel_check_kind gravel_check_crossing = {.name = "crossing",
                                                        .needs = {"along", "level"},
                                                        .one_of = {"from", "to", "reference"},
                                                        .takes = {"over", "within", "relative", "direction"}};

const struct gravel_check_kind *const gravel_check_kinds[] = {
    &gravel_check_agree,
    &gravel_check_differ,
    &gravel_check_collapse,
    &gravel_check_rises,
    &gravel_check_falls,
    &gravel_check_slope,
    &gravel_check_fit,
    &gravel_check_bound,
    &gravel_check_crossing,
    &gravel_check_value,
    NULL,
};
