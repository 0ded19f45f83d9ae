import { Modal, Tabs } from '@mantine/core'
import type { BotCode } from '@trading-bot/contract/rest/trading/bot-code'
import { useState } from 'react'
import { BacktestPanel } from '../backtests/backtest-panel.tsx'
import type { BotSlots } from '../bot-slots.ts'
import { BotEditor } from './bot-editor.tsx'
import { SweepPanel } from '../sweeps/sweep-panel.tsx'
import { VersionsPanel } from '../versions/versions-panel.tsx'

type Props = { bot: BotCode | null; slots: BotSlots; onClose: () => void }

/** A bot's form, code, test results, versions, backtests and what it says while it trades. */
export function BotModal({ bot, slots, onClose }: Props) {
  const [saved, setSaved] = useState(bot)
  const title = saved ? `Edit ${saved.name}` : 'Create New Bot'
  return (
    <Modal opened onClose={onClose} size="min(1100px, 96vw)" title={title} closeOnClickOutside={false}>
      <Tabs defaultValue="bot">
        <Tabs.List mb="md">
          <Tabs.Tab value="bot">Bot</Tabs.Tab>
          <Tabs.Tab value="versions" disabled={!saved}>
            Versions
          </Tabs.Tab>
          <Tabs.Tab value="backtest" disabled={!saved}>
            Backtest
          </Tabs.Tab>
          <Tabs.Tab value="live" disabled={!saved}>
            Live
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="bot">
          <BotEditor bot={saved} slots={slots} onSaved={setSaved} onClose={onClose} />
        </Tabs.Panel>
        <Tabs.Panel value="versions">{saved && <VersionsPanel bot={saved} onChanged={setSaved} />}</Tabs.Panel>
        <Tabs.Panel value="backtest">
          {saved && <BacktestPanel key={saved.id} botId={saved.id} days={saved.config.historical_days} />}
          {saved && <SweepPanel key={saved.version_number} bot={saved} />}
        </Tabs.Panel>
        <Tabs.Panel value="live" keepMounted={false}>
          {saved && slots.liveOutput(saved.id)}
        </Tabs.Panel>
      </Tabs>
    </Modal>
  )
}
