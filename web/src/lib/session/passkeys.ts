// The browser's half of passkeys. The library is loaded when a passkey is first used.
import type { Assertion, NewCredential } from '@trading-bot/contract/rest/accounts/passkeys'
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { ApiFailure } from '../api/api-failure.ts'
import { authErrorText } from '../api/error-text.ts'

/** Browsers bind passkeys to a host name: at a bare address there are none. */
export function canUsePasskeys(): boolean {
  const isAddress = /^[\d.]+$|^\[/.test(window.location.hostname)
  return 'PublicKeyCredential' in window && window.isSecureContext && !isAddress
}

type Options = { readonly challenge: string }

export async function createPasskey(options: Options): Promise<NewCredential> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON
  return (await startRegistration({ optionsJSON })) as NewCredential
}

export async function answerWithPasskey(options: Options): Promise<Assertion> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON
  return (await startAuthentication({ optionsJSON })) as Assertion
}

/** The server's own text; else the browser refused, mostly because the user closed its dialog. */
export function passkeyErrorText(failure: unknown): string {
  if (failure instanceof ApiFailure) return authErrorText(failure, 'The passkey could not be used. Please try again.')
  const isDouble = failure instanceof Error && failure.name === 'InvalidStateError'
  return isDouble ? 'This device already has a passkey for your account.' : 'No passkey was used. Please try again.'
}
