import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { type Message, messages } from '../../contract/languages/catalogue.ts'
import { type Simulation, SimulationInput } from '../../contract/rules.ts'
import type { Term } from '../../contract/terms.ts'
import { ApiError, refusalOf } from '../api.ts'
import { useSay } from '../language.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { SelectField } from '../ui/field.tsx'
import { useSimulateRules } from './rules.api.ts'
import { errorsIn, type FieldError, type RulesValues, rulesIn } from './rules-values.ts'
import { SimulationResult } from './simulation-result.tsx'

type Props = {
  form: UseFormReturn<RulesValues>
  /** The open ones. */
  terms: readonly Term[]
  /** Marks what is wrong; true if nothing is. */
  check: (errors: readonly FieldError[]) => boolean
  onErrors: (errors: readonly FieldError[]) => void
}

/** What the typed rules would change in an open term, before they are published. */
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
      setRefusal(refusalOf(error) ?? messages.rules.simulateFailed)
      if (error instanceof ApiError) onErrors(error.errors)
    }
  }

  return (
    <section aria-label={say(messages.rules.simulation)} className="rounded-lg bg-sunk px-4 py-4">
      <h4 className="font-sans text-sm font-semibold">{say(messages.rules.simulation)}</h4>
      <p className="mb-2.5 text-[0.8125rem] text-quiet">
        <bdi>{say(term ? messages.rules.simulationHint : messages.rules.noOpenTerm)}</bdi>
      </p>
      {term && (
        <div className="flex flex-wrap items-end gap-3">
          <div className="min-w-0 grow basis-48">
            <SelectField
              label={say(messages.fields.term)}
              value={term.id}
              onChange={(event) => setChosen(Number(event.target.value))}
            >
              {terms.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </SelectField>
          </div>
          <Button size="large" busy={isPending} onClick={() => void run(term.id)}>
            {say(messages.rules.simulate)}
          </Button>
        </div>
      )}
      <div className="mt-3 space-y-3 empty:hidden">
        {refusal && <Banner kind="bad">{say(refusal)}</Banner>}
        {result && textOf(watched) !== result.of && (
          <p role="status" className="text-sm font-medium">
            <bdi>{say(messages.rules.outdated)}</bdi>
          </p>
        )}
        {result && <SimulationResult simulation={result.simulation} />}
      </div>
    </section>
  )
}

/** To see whether something was typed since. */
function textOf(values: RulesValues): string {
  return JSON.stringify(rulesIn(values))
}
