import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { encode, messages } from '../../contract/languages/catalogue.ts'
import { OwnDetailsInput } from '../../contract/own-details.ts'
import type { User } from '../../contract/users.ts'
import { draftOf, forgetDraft, useDraft } from '../drafts/drafts.ts'
import { useFormSaving } from '../forms/form-saving.ts'
import { checkedBy, errorText } from '../forms/form-schema.ts'
import { call } from '../http/api.ts'
import { useSay } from '../language/language.ts'
import { storeSession, useSession } from '../session/session.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { ConflictBanner } from '../ui/conflict-banner.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { LoadFailure } from '../ui/load-failure.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { toast } from '../ui/toast.tsx'

const Form = OwnDetailsInput.omit({ version: true })
const formName = 'own-details'

async function readOwn(id: number): Promise<User> {
  return (await call('GET /users/id/:id', { params: { id } })).user
}

/** The dialog in which administrators edit their own name and e-mail address: their row in Users cannot be edited. */
export function OwnDetailsDialog({ onClose }: { onClose: () => void }) {
  const say = useSay()
  const id = useSession()?.id ?? 0
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['own-details', id],
    queryFn: () => readOwn(id),
    gcTime: 0,
  })
  return (
    <Dialog open onClose={onClose} title={say(messages.ownDetails.title)} description={say(messages.ownDetailsForm.description)}>
      {data ? (
        <DetailsForm user={data} onClose={onClose} />
      ) : isError && !isFetching ? (
        <LoadFailure message={say(messages.ownDetailsForm.loadFailed)} onRetry={refetch} />
      ) : (
        <p role="status" className="flex min-h-40 items-center justify-center gap-3 text-quiet">
          <Spinner />
          {say(messages.general.loading)}
        </p>
      )}
    </Dialog>
  )
}

function valuesOf({ name, other_name, email }: User) {
  return { name, other_name: other_name ?? '', email: email ?? '' }
}

function DetailsForm({ user, onClose }: { user: User; onClose: () => void }) {
  const say = useSay()
  const queryClient = useQueryClient()
  const values = valuesOf(user)
  const form = useForm({ defaultValues: values, resolver: checkedBy(Form) })
  const draft = useDraft(form, { form: formName, row: user, values })
  const { errors, isSubmitting } = form.formState
  const { setFocus } = form
  // The form comes after the dialog, which has moved the focus to its Close button.
  useEffect(() => setFocus('name'), [setFocus])
  const close = () => {
    forgetDraft(draftOf(formName, user.id))
    onClose()
  }
  const { submit, conflict } = useFormSaving({
    form,
    row: user,
    draft,
    save: async (input, version) => {
      const body = { ...input, ...(version === undefined ? {} : { version }) }
      const { user: saved } = await call('PUT /auth/me', { body })
      storeSession(saved)
      // Other panels show the same name.
      void queryClient.invalidateQueries()
      toast(messages.ownDetailsForm.saved)
      close()
    },
    readLatest: ({ id }) => readOwn(id),
    toValues: valuesOf,
    describe: (input) => [
      [say(messages.fields.name), input.name.trim()],
      [say(messages.fields.otherName), input.other_name.trim()],
      [say(messages.fields.email), input.email.trim()],
    ],
    failed: messages.ownDetailsForm.saveFailed,
    report: (message, standsAtField) => !standsAtField && form.setError('root', { message: encode(message) }),
  })

  return (
    <form onSubmit={submit} noValidate className="space-y-4">
      {errors.root && <Banner kind="bad">{errorText(say, errors.root)}</Banner>}
      <TextField
        label={say(messages.fields.name)}
        dir="auto"
        autoComplete="name"
        hint={draft.isRestored && say(messages.general.draftRestored)}
        error={errorText(say, errors.name)}
        {...form.register('name')}
      />
      <TextField
        label={say(messages.fields.otherName)}
        hint={say(messages.fields.otherNameHint)}
        dir="auto"
        autoComplete="off"
        error={errorText(say, errors.other_name)}
        {...form.register('other_name')}
      />
      <TextField
        label={say(messages.fields.email)}
        type="email"
        dir="ltr"
        autoComplete="email"
        error={errorText(say, errors.email)}
        {...form.register('email')}
      />
      {conflict ? (
        <ConflictBanner {...conflict} />
      ) : (
        <div className="flex flex-wrap justify-end gap-2.5 pt-2">
          <Button onClick={close}>{say(messages.actions.cancel)}</Button>
          <Button type="submit" look="primary" busy={isSubmitting}>
            {say(messages.actions.save)}
          </Button>
        </div>
      )}
    </form>
  )
}
