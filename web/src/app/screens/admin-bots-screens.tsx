import { AdminBotsPage } from '../../features/admin-bots/admin-bots-page.tsx'
import { BotCodePage } from '../../features/admin-bots/bot-code-page.tsx'
import type { BotSlots } from '../../features/admin-bots/bot-slots.ts'
import { BotConfigPage } from '../../features/admin-bots/configuration/bot-config-page.tsx'
import { LiveOutputPanel } from '../../features/live-output/live-output-panel.tsx'
import { AuthorParameterFields } from '../../features/author-parameters/author-parameter-fields.tsx'

const SLOTS: BotSlots = {
  parameterFields: (props) => <AuthorParameterFields {...props} />,
  liveOutput: (botId) => <LiveOutputPanel botId={botId} />,
}

export function BotCodeScreen() {
  return <BotCodePage slots={SLOTS} />
}

export function AdminBotsScreen() {
  return <AdminBotsPage slots={SLOTS} />
}

export function BotConfigScreen() {
  return <BotConfigPage slots={SLOTS} />
}
