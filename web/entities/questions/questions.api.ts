import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { AcceptInput, Question, QuestionsToAnswerQuery } from '../../../contract/questions.ts'
import { call } from '../../http/api.ts'
import { uploadWith } from '../../http/upload.ts'

const questions = 'questions'

/** The member's own questions, of all terms, newest first. */
export function useOwnQuestions() {
  return useQuery({
    queryKey: [questions, 'own'],
    queryFn: async () => (await call('GET /questions/own')).questions,
    meta: { isOwn: true },
  })
}

/** The questions of the members whom the user may review. */
export function useQuestions(state: QuestionsToAnswerQuery['state']) {
  return useQuery({
    queryKey: [questions, state],
    queryFn: () => call('GET /questions', { query: { state } }),
  })
}

/** The number of questions that the user may answer, for the frame of the page. */
export function useQuestionsToAnswer(isEnabled: boolean) {
  return useQuery({
    queryKey: [questions, 'count'],
    queryFn: async () => (await call('GET /questions/count')).count,
    enabled: isEnabled,
    meta: { isFrame: true },
  })
}

/** Refetches all data: an accepted question changes a score. Also after a failure: a refusal means that the cache is outdated. */
const refetchAll = (queryClient: QueryClient) => void queryClient.invalidateQueries()

function useQuestionChange<Input>(change: (input: Input) => Promise<{ question: Question }>) {
  const queryClient = useQueryClient()
  return useMutation({ mutationFn: change, onSettled: () => refetchAll(queryClient) })
}

export function useAskQuestion() {
  return useQuestionChange((body: FormData) => call('POST /questions', { body, transport: uploadWith(() => {}) }))
}

export function useWriteToQuestion() {
  return useQuestionChange(({ id, text }: { id: number; text: string }) =>
    call('POST /questions/messages/:id', { params: { id }, body: { text } }),
  )
}

export function useWithdrawQuestion() {
  return useQuestionChange(({ id, version }: Pick<Question, 'id' | 'version'>) =>
    call('PUT /questions/withdraw/:id', { params: { id }, body: { version } }),
  )
}

type Answer = { id: number } & ({ kind: 'accept'; input: AcceptInput } | { kind: 'decline'; input: AcceptInput })

export function useAnswerQuestion() {
  return useQuestionChange(({ id, kind, input }: Answer) =>
    kind === 'accept'
      ? call('PUT /questions/accept/:id', { params: { id }, body: input })
      : call('PUT /questions/decline/:id', { params: { id }, body: { version: input.version, answer: input.answer } }),
  )
}
