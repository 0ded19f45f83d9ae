import { Button, Group, TextInput } from '@mantine/core'
import { assignAddress, type ManagedUser } from '@trading-bot/contract/rest/accounts/users'
import { type FormEvent, useState } from 'react'
import { errorText, fieldErrors } from '../../lib/api/error-text.ts'
import { notify } from '../../lib/notifications/notify.ts'
import { useCall } from '../../lib/queries/use-call.ts'
import { USER_QUERIES } from './user-queries.ts'

/** An empty value removes the address. */
export function AddressForm({ user }: { user: ManagedUser }) {
  const [address, setAddress] = useState(user.outbound_address ?? '')
  const [problem, setProblem] = useState<string | null>(null)
  const assign = useCall(assignAddress, {
    refresh: USER_QUERIES,
    explain: (failure) => (fieldErrors(failure)['outbound_address'] ? null : errorText(failure)),
    onFailed: (failure) => setProblem(fieldErrors(failure)['outbound_address'] ?? null),
    onDone: ({ message }) => notify('success', message),
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    setProblem(null)
    assign.mutate({ id: user.id, outbound_address: address.trim() || null })
  }

  return (
    <form onSubmit={submit} noValidate aria-label="Outbound address">
      <Group align="flex-end">
        <TextInput
          label="Outbound address for live trading"
          description="The static address registered for this account at the broker. Without one the account trades on paper only."
          placeholder="None"
          autoComplete="off"
          flex={1}
          value={address}
          error={problem}
          onChange={(event) => setAddress(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" loading={assign.isPending}>
          Assign
        </Button>
      </Group>
    </form>
  )
}
