/** The portal cannot start for a reason that the person at the terminal can fix: the message is one sentence, shown without a stack. */
export class CannotStart extends Error {
  override name = 'CannotStart'
}
