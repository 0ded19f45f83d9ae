import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import {
  type Algo,
  type AlgoRegistration,
  changeAlgo,
  listAlgos,
  readAlgoHistory,
} from '@trading-bot/contract/rest/trading/algos'
import { useState } from 'react'
import { errorText, fieldErrors } from '../../lib/api/error-text.ts'
import { notify } from '../../lib/notifications/notify.ts'
import { useCall } from '../../lib/queries/use-call.ts'
import { PasswordField } from '../../ui/controls/password-field.tsx'
import { MOVES, needsPassword } from './algo-words.ts'

type Target = (typeof MOVES)['applied'][number]
const LABELS: Readonly<Record<Target, string>> = {
  registered: 'Mark as registered',
  suspended: 'Suspend',
  withdrawn: 'Withdraw',
}

/** Moves a registration on. Suspending and withdrawing stop new positions at once and are confirmed by a second click. */
export function ChangeAlgoForm({ algo, registration }: { algo: Algo; registration: AlgoRegistration }) {
  const [algoId, setAlgoId] = useState('')
  const [password, setPassword] = useState('')
  const [isPasswordAsked, setPasswordAsked] = useState(false)
  const [confirming, setConfirming] = useState<Target | null>(null)
  const [reportDay, setReportDay] = useState('')
  const [problems, setProblems] = useState<Record<string, string>>({})
  const change = useCall(changeAlgo, {
    refresh: [listAlgos, readAlgoHistory],
    explain: (failure) => (Object.keys(fieldErrors(failure)).length > 0 ? null : errorText(failure)),
    onFailed: (failure) => {
      if (needsPassword(failure)) setPasswordAsked(true)
      setProblems(fieldErrors(failure))
    },
    onDone: ({ state }) => {
      setConfirming(null)
      notify('success', `The algo is ${state}.`)
    },
  })
  const send = (state: Target) => {
    if (state !== 'registered' && confirming !== state) return setConfirming(state)
    const { id } = registration
    return change.mutate({
      id,
      state,
      ...(algoId && { algo_id: algoId }),
      ...(reportDay && { report_day: reportDay }),
      ...(password && { password }),
    })
  }
  const { kind, report_day, state: current } = registration
  // Recorded before the day was asked for; one that is registered is suspended first.
  const lacksReport = kind === 'black_box' && report_day === null && MOVES[current].includes('registered')
  return (
    <Stack gap="sm" component="section" aria-label="State">
      {registration.state === 'applied' && (
        <TextInput
          label="Algo id"
          description="As in the exchange’s letter"
          maxLength={30}
          value={algoId}
          error={problems['algo_id']}
          onChange={(event) => setAlgoId(event.currentTarget.value)}
        />
      )}
      {lacksReport && (
        <TextInput
          type="date"
          label="Day of the research report"
          description="Without it a black box cannot be sold for live."
          value={reportDay}
          error={problems['report_day']}
          onChange={(event) => setReportDay(event.currentTarget.value)}
        />
      )}
      {isPasswordAsked && (
        <PasswordField
          label="Current password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
      )}
      {confirming && (
        <Text size="sm" role="alert">
          {confirming === 'withdrawn' && 'This is final. '}
          {algo.live_bots === 0
            ? 'No live bot uses this algo now.'
            : `${algo.live_bots} live ${algo.live_bots === 1 ? 'bot opens' : 'bots open'} no new positions from then on.`}{' '}
          Open positions are still closed.
        </Text>
      )}
      <Group>
        {MOVES[registration.state].map((state) => (
          <Button
            key={state}
            variant={state === 'registered' || confirming === state ? 'filled' : 'default'}
            loading={change.isPending}
            onClick={() => send(state)}
          >
            {confirming === state ? `${LABELS[state]} now` : LABELS[state]}
          </Button>
        ))}
      </Group>
    </Stack>
  )
}
