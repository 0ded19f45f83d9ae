import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { listPasskeys, proveWithPasskey, startPasskeyProof } from '@trading-bot/contract/rest/accounts/passkeys'
import { api } from '../lib/api/api.ts'
import { notify } from '../lib/notifications/notify.ts'
import { queryOf } from '../lib/queries/query-of.ts'
import { answerWithPasskey, canUsePasskeys, passkeyErrorText } from '../lib/session/passkeys.ts'
import { answerRecentAuth } from '../lib/session/recent-auth.ts'
import { CredentialsIcon } from '../ui/icons.ts'

/** Confirms the identity with a passkey; renders nothing for users without one. */
export function ConfirmWithPasskey() {
  const { data } = useQuery(queryOf(listPasskeys, {}))
  const confirm = useMutation({
    mutationFn: async () => {
      const credential = await answerWithPasskey(await api(startPasskeyProof, {}))
      await api(proveWithPasskey, { credential })
    },
    onSuccess: () => answerRecentAuth(true),
    onError: (failure) => notify('error', passkeyErrorText(failure)),
  })
  if (!data || data.length === 0 || !canUsePasskeys()) return null
  return (
    <Button
      variant="default"
      fullWidth
      leftSection={<CredentialsIcon size={18} />}
      loading={confirm.isPending}
      onClick={() => confirm.mutate()}
    >
      Use a passkey
    </Button>
  )
}
