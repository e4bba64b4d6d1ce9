/* Iterators that programs make of their own: iterator_facade of a class that says how to move and what lies there, iterator_adaptor of
 * another iterator, of which a class changes what it likes. */
#ifndef WARPSCHOOL_THRUST_FACADE_H
#define WARPSCHOOL_THRUST_FACADE_H

#include "base.h"

namespace thrust {

/* Stands for a template argument that is not given. */
struct use_default {};

/* What an iterator can do, apart from where its memory is. */
struct incrementable_traversal_tag {};
struct single_pass_traversal_tag : incrementable_traversal_tag {};
struct forward_traversal_tag : single_pass_traversal_tag {};
struct bidirectional_traversal_tag : forward_traversal_tag {};
struct random_access_traversal_tag : bidirectional_traversal_tag {};

using input_device_iterator_tag = std::input_iterator_tag;
using output_device_iterator_tag = std::output_iterator_tag;
using forward_device_iterator_tag = std::forward_iterator_tag;
using bidirectional_device_iterator_tag = std::bidirectional_iterator_tag;
using random_access_device_iterator_tag = std::random_access_iterator_tag;
using input_host_iterator_tag = std::input_iterator_tag;
using output_host_iterator_tag = std::output_iterator_tag;
using forward_host_iterator_tag = std::forward_iterator_tag;
using bidirectional_host_iterator_tag = std::bidirectional_iterator_tag;
using random_access_host_iterator_tag = std::random_access_iterator_tag;

namespace details {

/* The one of C++ that comes closest, and back. */
template <class Traversal>
using CategoryOf = std::conditional_t<
    std::is_convertible<Traversal, random_access_traversal_tag>::value, std::random_access_iterator_tag,
    std::conditional_t<std::is_convertible<Traversal, bidirectional_traversal_tag>::value, std::bidirectional_iterator_tag,
                       std::conditional_t<std::is_convertible<Traversal, forward_traversal_tag>::value, std::forward_iterator_tag,
                                          std::conditional_t<std::is_convertible<Traversal, single_pass_traversal_tag>::value,
                                                             std::input_iterator_tag, Traversal>>>>;
template <class Category>
using TraversalOf = std::conditional_t<
    std::is_convertible<Category, std::random_access_iterator_tag>::value, random_access_traversal_tag,
    std::conditional_t<std::is_convertible<Category, std::bidirectional_iterator_tag>::value, bidirectional_traversal_tag,
                       std::conditional_t<std::is_convertible<Category, std::forward_iterator_tag>::value, forward_traversal_tag,
                                          std::conditional_t<std::is_convertible<Category, std::input_iterator_tag>::value,
                                                             single_pass_traversal_tag, incrementable_traversal_tag>>>>;
template <class Asked, class Else>
using Or = std::conditional_t<std::is_same<Asked, use_default>::value, Else, Asked>;

}  // namespace details

template <class It>
struct iterator_traversal {
  using type = details::TraversalOf<typename std::iterator_traits<It>::iterator_category>;
};

/* The friend to whom a class shows how it moves. */
class iterator_core_access {
 public:
  template <class It>
  static WS_THRUST typename It::reference dereference(const It& it) { return it.dereference(); }
  template <class It>
  static WS_THRUST void increment(It& it) { it.increment(); }
  template <class It>
  static WS_THRUST void decrement(It& it) { it.decrement(); }
  template <class It, class N>
  static WS_THRUST void advance(It& it, N n) { it.advance(n); }
  template <class A, class B>
  static WS_THRUST bool equal(const A& a, const B& b) { return a.equal(b); }
  template <class A, class B>
  static WS_THRUST typename A::difference_type distance(const A& from, const B& to) { return from.distance_to(to); }
};

template <class Derived, class Value, class System, class Traversal, class Reference, class Difference = std::ptrdiff_t>
class iterator_facade {
 public:
  using value_type = std::remove_cv_t<Value>;
  using reference = Reference;
  using pointer = void;
  using difference_type = Difference;
  using iterator_category = details::CategoryOf<Traversal>;
  using iterator_system = System;

  WS_THRUST reference operator*() const { return iterator_core_access::dereference(self()); }
  WS_THRUST reference operator[](difference_type n) const { return *(self() + n); }
  WS_THRUST Derived& operator++() {
    iterator_core_access::increment(self());
    return self();
  }
  WS_THRUST Derived& operator--() {
    iterator_core_access::decrement(self());
    return self();
  }
  WS_THRUST Derived operator++(int) {
    Derived old = self();
    ++*this;
    return old;
  }
  WS_THRUST Derived operator--(int) {
    Derived old = self();
    --*this;
    return old;
  }
  WS_THRUST Derived& operator+=(difference_type n) {
    iterator_core_access::advance(self(), n);
    return self();
  }
  WS_THRUST Derived& operator-=(difference_type n) { return *this += -n; }
  friend WS_THRUST Derived operator+(const Derived& it, difference_type n) { return moved(it, n); }
  friend WS_THRUST Derived operator+(difference_type n, const Derived& it) { return moved(it, n); }
  friend WS_THRUST Derived operator-(const Derived& it, difference_type n) { return moved(it, -n); }
  friend WS_THRUST difference_type operator-(const Derived& a, const Derived& b) { return iterator_core_access::distance(b, a); }
  friend WS_THRUST bool operator==(const Derived& a, const Derived& b) { return iterator_core_access::equal(a, b); }
  friend WS_THRUST bool operator!=(const Derived& a, const Derived& b) { return !iterator_core_access::equal(a, b); }
  friend WS_THRUST bool operator<(const Derived& a, const Derived& b) { return iterator_core_access::distance(a, b) > 0; }
  friend WS_THRUST bool operator>(const Derived& a, const Derived& b) { return iterator_core_access::distance(a, b) < 0; }
  friend WS_THRUST bool operator<=(const Derived& a, const Derived& b) { return iterator_core_access::distance(a, b) >= 0; }
  friend WS_THRUST bool operator>=(const Derived& a, const Derived& b) { return iterator_core_access::distance(a, b) <= 0; }

 private:
  static WS_THRUST Derived moved(Derived it, difference_type n) {
    it += n;
    return it;
  }
  WS_THRUST Derived& self() { return static_cast<Derived&>(*this); }
  WS_THRUST const Derived& self() const { return static_cast<const Derived&>(*this); }
};

namespace details {
template <class Derived, class Base, class Value, class System, class Traversal, class Reference, class Difference>
using AdaptorFacade =
    iterator_facade<Derived, Or<Value, ValueOf<Base>>, Or<System, SystemOf<Base>>, Or<Traversal, typename iterator_traversal<Base>::type>,
                    Or<Reference, std::conditional_t<std::is_same<Value, use_default>::value, typename std::iterator_traits<Base>::reference,
                                                     std::add_lvalue_reference_t<Value>>>,
                    Or<Difference, typename std::iterator_traits<Base>::difference_type>>;
}  // namespace details

template <class Derived, class Base, class Value = use_default, class System = use_default, class Traversal = use_default,
          class Reference = use_default, class Difference = use_default>
class iterator_adaptor : public details::AdaptorFacade<Derived, Base, Value, System, Traversal, Reference, Difference> {
  using Facade = details::AdaptorFacade<Derived, Base, Value, System, Traversal, Reference, Difference>;
  friend class iterator_core_access;

 protected:
  using super_t = iterator_adaptor;

 public:
  using base_type = Base;
  using reference = typename Facade::reference;
  using difference_type = typename Facade::difference_type;

  iterator_adaptor() = default;
  WS_THRUST explicit iterator_adaptor(const Base& base) : base_(base) {}
  WS_THRUST const Base& base() const { return base_; }

 protected:
  WS_THRUST const Base& base_reference() const { return base_; }
  WS_THRUST Base& base_reference() { return base_; }

 private:
  WS_THRUST reference dereference() const { return *base_; }
  WS_THRUST void increment() { ++base_; }
  WS_THRUST void decrement() { --base_; }
  WS_THRUST void advance(difference_type n) { base_ += n; }
  template <class Other>
  WS_THRUST bool equal(const Other& other) const {
    return base_ == other.base();
  }
  template <class Other>
  WS_THRUST difference_type distance_to(const Other& other) const {
    return static_cast<difference_type>(other.base() - base_);
  }

  Base base_;
};

}  // namespace thrust

#endif
