import { describe, expect, test } from 'vitest'
import { en } from '../../contract/languages/en.ts'
import { passwordProblem } from './passwords.ts'

describe('a weak password', () => {
  test.each([
    ['password', en.password.tooCommon],
    ['ｐａｓｓｗｏｒｄ', en.password.tooCommon],
    ['𝓅𝒶𝓈𝓈𝓌ℴ𝓇𝒹', en.password.tooCommon],
    ['Sara.Aziz', en.password.isUsername],
    ['ｓａｒａ．ａｚｉｚ', en.password.isUsername],
    ['a long test sentence', undefined],
  ])('is detected in any Unicode form: %s', (password, problem) => {
    expect(passwordProblem(password, 'sara.aziz')).toBe(problem)
  })
})
