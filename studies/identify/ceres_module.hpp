// SPDX-License-Identifier: MIT
#pragma once

// The interface between the program and the module with Ceres Solver, which the program opens for a fit. It consists of
// C types and functions only, and no exception passes it, since the two sides may have different C++ libraries.
extern "C" {

enum BeltdynLoss { kBeltdynSquares, kBeltdynHuber, kBeltdynCauchy };

enum BeltdynFit {
  kBeltdynNoFit,  // no cost at the start, or no derivatives at a point that was reached
  kBeltdynFitted,
  kBeltdynNoMemory
};

// Residuals of parameters between 0 and 1.
struct BeltdynLeastSquares {
  int n_parameters;
  int n_residuals;
  void* context;  // passed to the functions
  // Residuals at a point, shape (n_residuals). Returns 0 if there are none.
  int (*residuals)(void* context, const double* point, double* values);
  // Their derivatives there, shape (n_residuals, n_parameters), row by row. Returns 0 if there are none.
  int (*jacobian)(void* context, const double* point, double* values);
  // Shall the search stop?
  int (*has_stopped)(void* context);
  enum BeltdynLoss loss;
  double loss_scale;
  int iterations;    // at most
  double tolerance;  // relative decrease of the cost at which the search ends
  // In: the start. Out: the best point; shape (n_parameters).
  double* point;
  // Out: half the sum of the losses, number of trial steps, and whether the cost settled.
  double cost;
  int steps;
  int has_settled;
};

// Minimises the cost within the bounds.
__attribute__((visibility("default"))) enum BeltdynFit beltdyn_solve_least_squares(struct BeltdynLeastSquares* problem);
}
