// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <span>
#include <vector>

#include "core/drive/contour_drive.hpp"
#include "core/numerics/solve/closed_chain.hpp"
#include "eulerian/contour/contact_field.hpp"
#include "eulerian/contour/contour_element.hpp"

namespace beltdyn::eulerian {

// The belt of a contour drive as a closed chain of elements: n contact elements on each pulley and one element in each
// span, [Oborin 2018] Section 5. Chain k is pulley k, link 0 the slack span, link 1 the tight span. It stores the
// material coordinates s̄ of the nodes, and evaluates the derivatives of the energy in a step, Eqs. (56), (57), by the
// increments w of contour_element.hpp. All arrays have the layout of numerics::ClosedChainLayout.
class ContourBelt {
 public:
  // theta: see contour_element.hpp
  ContourBelt(const ContourDrive& drive, int elements_per_contact, double theta);

  const numerics::ClosedChainLayout& layout() const { return layout_; }
  double element_length(std::size_t pulley) const { return element_length_[pulley]; }  // [m]

  // Sets the distances by which the surfaces move in the next step [m].
  void set_travel(const std::array<double, 2>& travel) { travel_ = travel; }

  // dU/dw, assembled; shapes (node_slots).
  void gradient(const ContactField& contact, std::span<const double> w, std::span<double> result) const;
  // d²U/dw², with the tractions limited to |q| ≤ f as in equilibrium. Far from equilibrium K u_rel may be a multiple of
  // f, and the matrix would not be positive definite.
  void hessian(const ContactField& contact, std::span<const double> w, numerics::ClosedChainMatrix& result) const;
  // u_rel of each contact element, shape (element_slots) [m]. Returns the smallest ∂s/∂σ of all elements after the
  // step; it must be positive.
  double relative_displacements(std::span<const double> w, std::span<double> result) const;

  // Advances s̄ to the end of the step. Then all s̄ are shifted so that the first node of pulley 1 keeps s̄ = 0: only
  // differences matter, and they keep their digits however far the belt has moved.
  void move(std::span<const double> w);

  // Strains of a contact element and of a span (0 slack, 1 tight).
  double strain(std::size_t pulley, std::size_t element) const { return strain_[layout_.element(pulley, element)]; }
  double span_strain(std::size_t span) const;
  // ∮ density(ε) dσ, in the order span, pulley, span, pulley.
  template <class Density>
  double integral(const Density& density) const {
    double sum = 0.0;
    for (std::size_t pulley = 0; pulley < 2; ++pulley) {
      sum += span_length_ * density(span_strain(pulley));
      layout_.for_each_element(pulley,
                               [&](std::size_t slot) { sum += element_length_[pulley] * density(strain_[slot]); });
    }
    return sum;
  }
  // Relative error of the material length in the contour, compared with L; computed from the strains [-].
  double length_error() const;

  std::span<const double> material() const { return material_; }  // s̄ [m]
  void set_material(std::span<const double> material);

 private:
  using Lanes4 = std::array<double, numerics::ClosedChainLayout::kLanes>;

  // The slots of the nodes at which a span begins and ends.
  static std::size_t span_begin(std::size_t span) { return numerics::ClosedChainLayout::last_node(span); }
  static std::size_t span_end(std::size_t span) { return numerics::ClosedChainLayout::first_node(1 - span); }
  double span_elongation(std::size_t span, std::span<const double> w) const;
  void find_strains();

  numerics::ClosedChainLayout layout_;
  double contour_length_;                   // L [m]
  double span_length_;                      // a [m]
  double axial_stiffness_;                  // b [N]
  double theta_;                            // θ
  std::array<double, 2> element_length_{};  // h₁, h₂ [m]
  std::array<double, 2> travel_{};          // T₁, T₂ [m]; T of contour_element.hpp is T₁
  std::vector<double> material_;            // s̄ [m]
  std::vector<double> strain_;              // of the contact elements, from s̄; shape (element_slots)
};

}  // namespace beltdyn::eulerian
