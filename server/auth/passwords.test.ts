import { describe, expect, test } from 'vitest'
import { messages } from '../../contract/messages.ts'
import { passwordProblem } from './passwords.ts'

describe('a weak password', () => {
  test.each([
    ['password', messages.password.tooCommon],
    ['ｐａｓｓｗｏｒｄ', messages.password.tooCommon],
    ['𝓅𝒶𝓈𝓈𝓌ℴ𝓇𝒹', messages.password.tooCommon],
    ['Sara.Aziz', messages.password.isUsername],
    ['ｓａｒａ．ａｚｉｚ', messages.password.isUsername],
    ['a long test sentence', undefined],
  ])('is detected in any Unicode form: %s', (password, problem) => {
    expect(passwordProblem(password, 'sara.aziz')).toBe(problem)
  })
})
