import { Button } from '@mantine/core'
import type { User } from '@trading-bot/contract/rest/accounts/auth'
import { signInWithPasskey, startPasskeySignIn } from '@trading-bot/contract/rest/accounts/passkeys'
import { useState } from 'react'
import { api } from '../../lib/api/api.ts'
import { notify } from '../../lib/notifications/notify.ts'
import { answerWithPasskey, canUsePasskeys, passkeyErrorText } from '../../lib/session/passkeys.ts'
import { session } from '../../lib/session/session.ts'
import { CredentialsIcon } from '../../ui/icons.ts'

type Props = { isRemembered: boolean; onSignedIn: (user: User) => void }

/** Renders nothing where the browser cannot use passkeys. */
export function PasskeySignIn({ isRemembered, onSignedIn }: Props) {
  const [isBusy, setBusy] = useState(false)
  if (!canUsePasskeys()) return null

  async function signIn() {
    setBusy(true)
    try {
      const credential = await answerWithPasskey(await api(startPasskeySignIn, {}))
      const answer = await api(signInWithPasskey, { credential, remember_me: isRemembered })
      session.signIn(answer)
      notify('success', 'Login successful!', { durationMs: 3_000 })
      onSignedIn(answer.user)
    } catch (failure) {
      session.fail(passkeyErrorText(failure))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Button
      variant="default"
      size="md"
      leftSection={<CredentialsIcon size={18} />}
      loading={isBusy}
      onClick={() => void signIn()}
    >
      Sign in with a passkey
    </Button>
  )
}
