import { useForm } from 'react-hook-form'
import { encode, messages } from '../../contract/languages/catalogue.ts'
import { ReopenInput, type Term } from '../../contract/terms.ts'
import { draftOf, forgetDraft, useDraft } from '../drafts/drafts.ts'
import { termName } from '../entities/terms/term-name.ts'
import { useReopenTerm } from '../entities/terms/terms.api.ts'
import { checkedBy, errorText } from '../forms/form-schema.ts'
import { refusalOf } from '../http/api.ts'
import { useSay } from '../language/language.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextareaField } from '../ui/field.tsx'
import { toast } from '../ui/toast.tsx'

const blank: ReopenInput = { reason: '' }

export function ReopenTermDialog({ term, onClose }: { term: Term; onClose: () => void }) {
  const say = useSay()
  const { mutateAsync: reopen } = useReopenTerm()
  const form = useForm<ReopenInput, unknown, ReopenInput>({ defaultValues: blank, resolver: checkedBy(ReopenInput) })
  const { register, handleSubmit, setError, formState } = form
  const draft = draftOf('reopen-term', term.id)
  useDraft(form, { form: draft, values: blank })
  const { errors, isSubmitting } = formState

  const save = handleSubmit(async (input) => {
    try {
      await reopen({ term, input })
      forgetDraft(draft)
      toast(messages.terms.reopened)
      onClose()
    } catch (error) {
      setError('root', { message: encode(refusalOf(error) ?? messages.terms.reopenFailed) })
    }
  })

  return (
    <Dialog
      open
      onClose={onClose}
      title={say(messages.terms.reopenQuestion({ name: termName(term) }))}
      description={say(messages.terms.reopenConsequence)}
    >
      <form onSubmit={save} noValidate className="space-y-4">
        {errors.root && <Banner kind="bad">{errorText(say, errors.root)}</Banner>}
        <TextareaField
          label={say(messages.fields.reason)}
          required
          hint={say(messages.terms.reopenReason)}
          error={errorText(say, errors.reason)}
          {...register('reason')}
        />
        <div className="flex flex-wrap justify-end gap-2.5 pt-2">
          <Button onClick={onClose}>{say(messages.actions.cancel)}</Button>
          <Button type="submit" look="primary" busy={isSubmitting}>
            {say(messages.terms.reopenTerm)}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
