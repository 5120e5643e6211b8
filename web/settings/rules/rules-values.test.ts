import { expect, test } from 'vitest'
import { messages } from '../../../contract/languages/catalogue.ts'
import { RulesInput, type RulesVersion } from '../../../contract/rules.ts'
import { errorsIn, rulesIn, valuesOf } from './rules-values.ts'

const version: RulesVersion = {
  number: 2,
  published_at: '2026-11-03T08:00:00Z',
  published_by: 'Rana Wahid',
  note: 'New',
  bands: { p: [0, 6, 20, 45, 60, 80], ap: [0, 6, 20, 35, 50, 70], l: [0, 6, 15, 24, 35.5, 55], al: [0, 6, 12, 18, 25, 45] },
  limits: [
    {
      activity_id: 5,
      activity_name: 'Seminar',
      activity_names: {},
      type: null,
      most_times: 2,
      most_points: null,
    },
    {
      activity_id: null,
      activity_name: null,
      activity_names: {},
      type: 'Elective',
      most_times: null,
      most_points: 7.25,
    },
  ],
  most_tp: 30,
  most_fb: 10.5,
  terms: [],
}
const inputOf = (values: ReturnType<typeof valuesOf>) => ({ ...rulesIn(values), note: values.note, based_on: 2, term_ids: [] })

test('a version that is loaded into the form and sent is the same', () => {
  expect(RulesInput.parse(inputOf({ ...valuesOf(version), note: 'Again' }))).toMatchObject({
    bands: version.bands,
    most_tp: 30,
    most_fb: 10.5,
    limits: [
      { activity_id: 5, type: null, most_times: 2, most_points: null },
      { activity_id: null, type: 'Elective', most_times: null, most_points: 7.25 },
    ],
  })
})

test('what is wrong stands at the field it was typed into', () => {
  const values = valuesOf(version)
  values.bands.l[2] = ''
  values.bands.p[1] = '6'
  values.most_tp = '1e2'
  values.most_fb = '0'
  values.limits = [
    { what: '', times: '2', points: '' },
    { what: 'type Elective', times: 'x', points: '' },
    { what: 'activity 5', times: '', points: '-1' },
  ]
  const errors = errorsIn(RulesInput, inputOf(values))
  expect(Object.fromEntries(errors.map(({ field, message }) => [field, message.key]))).toEqual({
    'bands.p.1': messages.rulesEditor.boundsIncrease.key,
    'bands.l.2': messages.rulesEditor.invalidBound.key,
    'limits.0.what': messages.rulesEditor.limitOfWhat.key,
    'limits.1.times': messages.rulesEditor.invalidTimes.key,
    'limits.2.points': messages.rulesEditor.invalidPoints.key,
    most_tp: messages.rulesEditor.invalidMost.key,
    most_fb: messages.rulesEditor.invalidMost.key,
    note: messages.rulesEditor.noteRequired.key,
  })
})
