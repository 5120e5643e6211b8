import { useForm } from 'react-hook-form'
import { messages } from '../../contract/languages/catalogue.ts'
import { ReopenInput, type Term } from '../../contract/terms.ts'
import { refusalOf } from '../api.ts'
import { draftOf, forgetDraft, useDraft } from '../drafts.ts'
import { checkedBy } from '../form-schema.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextareaField } from '../ui/field.tsx'
import { toast } from '../ui/toast.tsx'
import { useReopenTerm } from './terms.api.ts'

const blank: ReopenInput = { reason: '' }

export function ReopenTermDialog({ term, onClose }: { term: Term; onClose: () => void }) {
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
      setError('root', { message: refusalOf(error) ?? messages.terms.reopenFailed })
    }
  })

  return (
    <Dialog
      open
      onClose={onClose}
      title={messages.terms.reopenQuestion(term.name)}
      description={messages.terms.reopenConsequence}
    >
      <form onSubmit={save} noValidate className="space-y-4">
        {errors.root?.message && <Banner kind="bad">{errors.root.message}</Banner>}
        <TextareaField
          label="Reason"
          required
          hint="Kept with the term, for everyone who wonders later."
          error={errors.reason?.message}
          {...register('reason')}
        />
        <div className="flex flex-wrap justify-end gap-2.5 pt-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={isSubmitting}>
            Reopen term
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
