/**
 * Scrolls to all of a form, or as much of it as fits from its title on. The scroll margin of the title is that of the form and its padding.
 */
export function scrollToForm(form: HTMLElement) {
  form.scrollIntoView({ block: 'nearest' })
  form.querySelector('h2')?.scrollIntoView({ block: 'nearest' })
}
