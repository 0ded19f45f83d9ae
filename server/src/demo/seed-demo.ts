import { recordHistory } from '../trading/engine-adapters/index.ts'
import { addAccount } from '../accounts/auth/index.ts'
import { acceptForDemo } from '../trading/algo-registry/index.ts'
import { joinForDemo } from '../trading/bot-instances/index.ts'
import { seedCatalogue } from './seed-catalogue.ts'
import { saveForDemo } from '../trading/credentials/index.ts'
import { buyForDemo } from '../billing/payments/index.ts'
import type { Deps } from '../platform/http/context.ts'
import { DEMO_SIGN_INS } from '../platform/demo-sign-ins.ts'

/** Seeds the demo data; later starts add only what is missing. */
export async function seedDemo(deps: Deps): Promise<void> {
  for (const { role: _, ...account } of DEMO_SIGN_INS) {
    const fields = { phone_number: '+91 98200 00000', trading_experience: 'intermediate', is_demo: true }
    await addAccount(deps, { ...account, ...fields })
  }
  await seedCatalogue(deps)
  await acceptForDemo(deps, 'demo')
  await buyForDemo(deps, 'demo', 'EMA Monthly')
  await saveForDemo(deps, 'demo')
  for (const bot of await joinForDemo(deps, 'demo')) await recordHistory(deps.db, bot, deps.clock.now())
}
