import { directionOf, type Language } from './languages.ts'

const firstStrongIsolate = '\u2068'
const leftToRightIsolate = '\u2066'
const popDirectionalIsolate = '\u2069'

const rightToLeftLetters = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/
const letter = /\p{Letter}/u
const digit = /\d/
/** A number, a time or a day in digits: its parts stay in order in any direction. */
const oneNumber = /^\d+(?:[.,:/-]\d+)*%?$/
/** A telephone number, or other groups of digits, in a text. */
const groupsOfDigits = /\+?\d[\d ()-]{5,}\d/g

const leftToRight = (text: string) => `${leftToRightIsolate}${text}${popDirectionalIsolate}`
const isolated = (text: string) => `${firstStrongIsolate}${text}${popDirectionalIsolate}`

/**
 * The isolation of a value, which must not reorder the sentence around it, or be reordered by it: a right-to-left sentence draws the groups
 * of "+964 750 123 4567" from right to left. A sentence from left to right without such a value stays as it is, in English to the letter.
 */
export function isolationIn(language: Language): (text: string) => string {
  const isRightToLeft = directionOf(language) === 'rtl'
  return (text) => {
    if (rightToLeftLetters.test(text)) return isolated(text.replace(groupsOfDigits, leftToRight))
    if (!isRightToLeft) return text
    if (letter.test(text)) return isolated(text)
    return digit.test(text) && !oneNumber.test(text) ? leftToRight(text) : text
  }
}

/** The text without the invisible marks of directions, for files and the subjects of e-mails: there they hinder a search and show as boxes. */
export function withoutDirectionMarks(text: string): string {
  return text.replace(/[\u200e\u200f\u061c\u2066-\u2069]/g, '')
}
