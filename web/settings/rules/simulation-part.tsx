import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { type Message, messages } from '../../../contract/languages/catalogue.ts'
import { type Simulation, SimulationInput } from '../../../contract/rules.ts'
import type { Term } from '../../../contract/terms.ts'
import { useSimulateRules } from '../../entities/rules/rules.api.ts'
import { termName } from '../../entities/terms/term-name.ts'
import { ApiError, refusalOf } from '../../http/api.ts'
import { useSay } from '../../language/language.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/field.tsx'
import { errorsIn, type FieldError, type RulesValues, rulesIn } from './rules-values.ts'
import { SimulationResult } from './simulation-result.tsx'

type Props = {
  form: UseFormReturn<RulesValues>
  /** The open terms. */
  terms: readonly Term[]
  /** Marks the errors; returns true if there are none. */
  check: (errors: readonly FieldError[]) => boolean
  onErrors: (errors: readonly FieldError[]) => void
}

/** The simulation: the changes of the typed rules in an open term, before they are published. */
export function SimulationPart({ form, terms, check, onErrors }: Props) {
  const say = useSay()
  const { mutateAsync: simulate, isPending } = useSimulateRules()
  const [chosen, setChosen] = useState<number>()
  const [result, setResult] = useState<{ of: string; simulation: Simulation }>()
  const [refusal, setRefusal] = useState<Message>()
  const term = terms.find(({ id }) => id === chosen) ?? terms.find(({ is_current }) => is_current) ?? terms[0]
  const watched = form.watch()

  async function run(termId: number) {
    setRefusal(undefined)
    const typed = form.getValues()
    const input = { ...rulesIn(typed), term_id: termId }
    if (!check(errorsIn(SimulationInput, input))) return
    try {
      const simulation = await simulate(SimulationInput.parse(input))
      setResult({ of: textOf(typed), simulation })
    } catch (error) {
      setRefusal(refusalOf(error) ?? messages.rulesEditor.simulateFailed)
      if (error instanceof ApiError) onErrors(error.errors)
    }
  }

  return (
    <section aria-label={say(messages.rulesEditor.simulation)} className="rounded-lg bg-sunk px-4 py-4">
      <h4 className="font-sans text-sm font-semibold">{say(messages.rulesEditor.simulation)}</h4>
      <p className="mb-2.5 text-[0.8125rem] text-quiet">
        <bdi>{say(term ? messages.rulesEditor.simulationHint : messages.rulesEditor.noOpenTerm)}</bdi>
      </p>
      {term && (
        <div className="flex flex-wrap items-end gap-3">
          <div className="min-w-0 grow basis-48">
            <SelectField
              label={say(messages.fields.term)}
              value={term.id}
              onChange={(event) => setChosen(Number(event.target.value))}
            >
              {terms.map(({ id, ...named }) => (
                <option key={id} value={id}>
                  {termName(named)}
                </option>
              ))}
            </SelectField>
          </div>
          <Button size="large" busy={isPending} onClick={() => void run(term.id)}>
            {say(messages.rulesEditor.simulate)}
          </Button>
        </div>
      )}
      <div className="mt-3 space-y-3 empty:hidden">
        {refusal && <Banner kind="bad">{say(refusal)}</Banner>}
        {result && textOf(watched) !== result.of && (
          <p role="status" className="text-sm font-medium">
            <bdi>{say(messages.rulesEditor.outdated)}</bdi>
          </p>
        )}
        {result && <SimulationResult simulation={result.simulation} />}
      </div>
    </section>
  )
}

/** The rules as text, to see whether they were changed since. */
function textOf(values: RulesValues): string {
  return JSON.stringify(rulesIn(values))
}
