/** Focuses the first field of the form that is always open in a panel, to which the panel's empty list leads. */
export function focusFirstField() {
  document.querySelector<HTMLElement>('#main form input')?.focus()
}
