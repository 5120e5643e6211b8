/** Of the form that is always open in a panel: where its empty list leads to. */
export function focusFirstField() {
  document.querySelector<HTMLElement>('#main form input')?.focus()
}
