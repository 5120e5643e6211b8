import type { Size } from './fill.ts'
import type { Measured } from './measure.ts'
import type { Stage } from './stage.ts'

/** Where a case plays. */
export interface Scene {
  stage: Stage
  size: Size
  seconds: number
}

/** A number, and what it should be. */
export interface Finding {
  figure: number
  /** What stands behind the number: "× bare", "ms to the first byte". */
  unit: string
  /** None: worth knowing, and no more. */
  goal: { atLeast: number } | { atMost: number } | undefined
}

export interface Outcome {
  findings: Finding[]
  portal?: Measured
  baseline?: Measured
  notes: string[]
}

export interface Case {
  name: string
  run: (scene: Scene) => Promise<Outcome>
}

/** How far a finding reaches: at 1 it just meets its goal, above it is better. */
export function reachOf({ figure, goal }: Finding): number | undefined {
  if (!goal) return undefined
  // Less than nothing (memory that shrank) is as good as it gets.
  return 'atLeast' in goal ? figure / goal.atLeast : goal.atMost / Math.max(figure, goal.atMost / 100)
}

export const milliseconds = (value: number) => `${value.toFixed(value < 10 ? 1 : 0)} ms`
export const megabytes = (value: number) => `${value.toFixed(0)} MB`
