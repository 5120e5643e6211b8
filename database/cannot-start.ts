/** The portal cannot start for a reason the person at the terminal can mend: the message is one sentence, shown without a stack. */
export class CannotStart extends Error {
  override name = 'CannotStart'
}
