import { describe, expect, test } from 'vitest'
import { passwordProblem } from './passwords.ts'

describe('a weak password', () => {
  test.each([
    ['password', 'password.tooCommon'],
    ['ｐａｓｓｗｏｒｄ', 'password.tooCommon'],
    ['𝓅𝒶𝓈𝓈𝓌ℴ𝓇𝒹', 'password.tooCommon'],
    ['Sara.Aziz', 'password.isUsername'],
    ['ｓａｒａ．ａｚｉｚ', 'password.isUsername'],
    ['a long test sentence', undefined],
  ])('is detected in any Unicode form: %s', (password, problem) => {
    expect(passwordProblem(password, 'sara.aziz')?.key).toBe(problem)
  })
})
