import type { User } from '@trading-bot/contract/rest/accounts/auth'
import { useState } from 'react'
import { EnrolFactor } from './enrol-factor.tsx'
import { FactorSettings } from './factor-settings.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

export function SecondFactorPanel({ user }: { user: User }) {
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  if (codes) return <RecoveryCodes codes={codes} username={user.username} onDone={() => setCodes(null)} />
  return user.second_factor ? <FactorSettings onCodes={setCodes} /> : <EnrolFactor onCodes={setCodes} />
}
