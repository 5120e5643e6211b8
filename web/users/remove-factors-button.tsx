import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { accountName } from '../../contract/account-names.ts'
import { roles } from '../../contract/codes.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import type { User } from '../../contract/users.ts'
import { isRefusal } from '../entities/accounts/attempt.ts'
import { useRemoveFactors } from '../entities/members/users.api.ts'
import { useSay } from '../language/language.ts'
import { LazyBoundary, lazyComponent } from '../routing/lazy-component.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'

const words = messages.signInSecurity
const RemovalConfirmation = lazyComponent(() => import('./removal-confirmation.tsx'), 'RemovalConfirmation')

/** The mark of a member with a second factor. It removes the factors of a member who lost the device, or whose account a stranger had. */
export function RemoveFactorsButton({ user }: { user: User }) {
  const say = useSay()
  const [step, setStep] = useState<'question' | 'confirm'>()
  const { mutate, isPending } = useRemoveFactors((failure) => isRefusal(failure, words.confirmFirst))
  if (!user.has_second_factor || user.role_id === roles.admin) return null
  const name = accountName(say, user.name)
  const label = say(words.removeFactorsNamed({ name }))

  function remove() {
    setStep(undefined)
    mutate(user, { onError: (failure) => isRefusal(failure, words.confirmFirst) && setStep('confirm') })
  }

  return (
    <>
      <button
        type="button"
        aria-label={label}
        title={label}
        aria-busy={isPending || undefined}
        disabled={isPending}
        onClick={() => setStep('question')}
        className="grid h-8 w-6 shrink-0 cursor-pointer place-items-center rounded-md text-quiet transition-colors hover:bg-brand-soft hover:text-brand disabled:animate-breathe disabled:cursor-progress print:hidden"
      >
        <ShieldCheck aria-hidden="true" className="size-4" />
      </button>
      <ConfirmDialog
        open={step === 'question'}
        question={say(words.removeFactorsQuestion({ name }))}
        consequence={say(words.removeFactorsConsequence({ name }))}
        confirmLabel={say(words.remove)}
        onConfirm={remove}
        onCancel={() => setStep(undefined)}
      />
      {step === 'confirm' && (
        <LazyBoundary>
          <RemovalConfirmation name={name} onConfirmed={remove} onCancel={() => setStep(undefined)} />
        </LazyBoundary>
      )}
    </>
  )
}
