import { Button, Group, Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { readCredentialStatus } from '@trading-bot/contract/rest/trading/credentials'
import { type ComponentType, useState } from 'react'
import { queryOf } from '../../../lib/queries/query-of.ts'
import { FlowFooter } from './flow-footer.tsx'
import type { Flow } from './use-flow.ts'

export type CredentialsFormSlot = ComponentType<{
  formId: string
  isUpdate: boolean
  onBusy: (isBusy: boolean) => void
  onSaved: () => void
}>

const FORM = 'flow-credentials'

export function CredentialsStep({ flow, form: CredentialsForm }: { flow: Flow; form: CredentialsFormSlot }) {
  const saved = useQuery(queryOf(readCredentialStatus, {}))
  const [isReplacing, setReplacing] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const isKept = saved.isSuccess && !isReplacing
  return (
    <>
      <Title order={2}>Trading Credentials</Title>
      <Text size="sm" c="dimmed" mb="lg">
        For your Angel One account. They are encrypted with AES-256 and never shown again.
      </Text>
      {saved.isPending && <Skeleton h={190} />}
      {isKept && (
        <Group justify="space-between">
          <Text size="sm">Credentials of client {saved.data.client_code_masked} are saved.</Text>
          <Button variant="default" size="xs" onClick={() => setReplacing(true)}>
            Replace them
          </Button>
        </Group>
      )}
      {!saved.isPending && !isKept && (
        <CredentialsForm formId={FORM} isUpdate={saved.isSuccess} onBusy={setBusy} onSaved={flow.advance} />
      )}
      {!saved.isPending && !isKept && (
        <Text size="sm" mt="md">
          No broker account yet?{' '}
          <Button variant="default" size="compact-sm" disabled={isBusy} onClick={flow.advance}>
            Trade on paper first
          </Button>{' '}
          Credentials are needed for live trading only; you can add them later.
        </Text>
      )}
      <FlowFooter
        onBack={flow.back}
        isBusy={isBusy}
        isDisabled={saved.isPending}
        {...(isKept ? { onContinue: flow.advance } : { formId: FORM })}
      />
    </>
  )
}
