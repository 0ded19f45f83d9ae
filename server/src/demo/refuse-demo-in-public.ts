import { ConfigError } from '../platform/config-error.ts'
import type { Deps } from '../platform/http/context.ts'

/** Accounts with published passwords must never be reachable from the network, whatever the settings. */
export async function refuseDemoInPublic({ db, config }: Deps): Promise<void> {
  if (config.isLoopback && !config.production) return
  const account = await db.selectFrom('users').select('id').where('is_demo', '=', true).limit(1).executeTakeFirst()
  if (account) {
    throw new ConfigError(
      'This database holds the demo accounts: use another one (DATA_DIR or DATABASE_URL) off loopback.',
    )
  }
}
