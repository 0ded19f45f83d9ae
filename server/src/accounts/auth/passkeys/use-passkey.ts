import type { Assertion } from '@trading-bot/contract/rest/accounts/passkeys'
import type { Context } from '../../../platform/http/context.ts'
import {
  findPasskey,
  listPasskeyRows,
  type PasskeyRow,
  type Purpose,
  spendChallenge,
  storeChallenge,
  usePasskey,
} from './passkey-store.ts'
import { isFramed, relyingParty } from './relying-party.ts'

type Use = { readonly purpose: Purpose; readonly userId: string | null }

/** Options for any passkey of this site, or for those of one user. */
export async function passkeyOptions({ db, clock, config }: Context, { purpose, userId }: Use) {
  const own = userId === null ? [] : await listPasskeyRows(db, userId)
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server')
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(config).id,
    userVerification: 'required',
    ...(own.length > 0 && { allowCredentials: own.map((row) => ({ id: row.credential_id })) }),
  })
  await storeChallenge(db, { challenge: options.challenge, purpose, userId }, clock.now())
  return { ...options }
}

/** The passkey that answered a challenge of ours; undefined for every other response. */
export async function verifyPasskey(
  { db, clock, config }: Context,
  { purpose, userId }: Use,
  response: Assertion,
): Promise<PasskeyRow | undefined> {
  if (isFramed(response)) return undefined
  const row = await findPasskey(db, response.id)
  if (!row || (userId !== null && row.user_id !== userId)) return undefined
  const { id, origin } = relyingParty(config)
  const now = clock.now()
  let failure: Error | undefined
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const answer = await verifyAuthenticationResponse({
    response: response as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
    expectedChallenge: (challenge) =>
      spendChallenge(db, { challenge, purpose, userId }, now).catch((error: Error) => {
        failure = error
        return false
      }),
    expectedOrigin: origin,
    expectedRPID: id,
    credential: { id: row.credential_id, publicKey: new Uint8Array(row.public_key), counter: Number(row.sign_count) },
    requireUserVerification: true,
    // The library throws for everything that a browser of ours would not have sent.
  }).catch(() => null)
  // A challenge that could not be looked up is no wrong passkey.
  if (failure) throw failure
  if (!answer?.verified) return undefined
  return (await usePasskey(db, row, answer.authenticationInfo.newCounter, now)) ? row : undefined
}
