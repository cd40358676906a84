// SPDX-License-Identifier: MIT
#pragma once

// What the program and the module with Ceres Solver, which it opens when it fits, exchange: numbers and
// functions of C, since each may have a C++ library of its own, so that no exception may pass from one to the other.
extern "C" {

enum BeltdynLoss { kBeltdynSquares, kBeltdynHuber, kBeltdynCauchy };

enum BeltdynFit {
  kBeltdynNoFit,  // no cost at the start, or no derivatives where the search came to
  kBeltdynFitted,
  kBeltdynNoMemory
};

// Residuals over parameters between 0 and 1.
struct BeltdynLeastSquares {
  int n_parameters;
  int n_residuals;
  void* context;  // handed to the functions
  // Residuals at a point, shape (n_residuals). Returns 0 if there are none.
  int (*residuals)(void* context, const double* point, double* values);
  // Their derivatives there, shape (n_residuals, n_parameters), row by row. Returns 0 if there are none.
  int (*jacobian)(void* context, const double* point, double* values);
  // Is the search to be given up?
  int (*has_stopped)(void* context);
  enum BeltdynLoss loss;
  double loss_scale;
  int iterations;    // at most
  double tolerance;  // relative decrease of the cost at which the search ends
  // In: the start. Out: the best point; shape (n_parameters)
  double* point;
  // Out: half the sum of the losses, steps that were tried, and did the cost settle?
  double cost;
  int steps;
  int has_settled;
};

// Lowers the cost within the bounds.
__attribute__((visibility("default"))) enum BeltdynFit beltdyn_solve_least_squares(struct BeltdynLeastSquares* problem);
}
