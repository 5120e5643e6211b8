import { describe, expect, test } from 'vitest'
import { gradeColours, onGrade } from './grade-colours.ts'
import { grades } from './grading.ts'

const channelsOf = (colour: string) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)

/** The relative luminance as WCAG 2.2 defines it. */
function luminance(channels: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = channels.map((value) =>
    value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: readonly number[], other: readonly number[]): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

describe('the colours of the grades', () => {
  test.each(grades)('%s: a letter is readable on every part of it (WCAG AA)', (grade) => {
    const [from, to] = gradeColours[grade].map(channelsOf)
    for (let step = 0; step <= 20; step += 1) {
      const between = (from ?? []).map((value, index) => value + ((to?.[index] ?? 0) - value) * (step / 20))
      expect(contrast(between, channelsOf(onGrade))).toBeGreaterThanOrEqual(4.5)
    }
  })

  test('each grade begins with the hue that the one before ends with; A+ is green alone', () => {
    expect(gradeColours.E[0]).toBe(gradeColours.E[1])
    expect(gradeColours['A+'][0]).toBe(gradeColours['A+'][1])
    for (const [lower, higher] of [
      ['E', 'D'],
      ['D', 'C'],
      ['C', 'B'],
      ['B', 'A'],
    ] as const)
      expect(gradeColours[higher][0]).toBe(gradeColours[lower][1])
    expect(gradeColours['A+'][0]).toBe(gradeColours.B[0])
    expect(new Set(Object.values(gradeColours).flat()).size).toBe(5)
  })
})
