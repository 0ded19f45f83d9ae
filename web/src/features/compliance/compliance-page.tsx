import { Tabs } from '@mantine/core'
import { useListSearch } from '../../lib/use-list-search.ts'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { ComplaintsRegister } from './complaints-register.tsx'
import { ExportsPanel } from './exports-panel.tsx'
import { HostingSection } from './hosting/hosting-section.tsx'
import { KillSwitchDrills } from './kill-switch-drills.tsx'
import { RulesPanel } from './rules-panel.tsx'

const TABS = ['rules', 'hosting', 'drills', 'complaints', 'exports']

/** Every rule of the market in one place: its state, what shows it, and what has to be done for it. */
export function CompliancePage() {
  const [{ tab }, change] = useListSearch()
  return (
    <>
      <PageHeader
        title="Compliance"
        subtitle="What the market’s rules ask of this platform, and what shows that it is kept. This is no legal advice."
      />
      <Tabs
        value={tab !== undefined && TABS.includes(tab) ? tab : 'rules'}
        onChange={(next) => change({ tab: next ?? undefined, page: undefined, state: undefined })}
        keepMounted={false}
      >
        <Tabs.List mb="lg">
          <Tabs.Tab value="rules">Rules</Tabs.Tab>
          <Tabs.Tab value="hosting">Hosting</Tabs.Tab>
          <Tabs.Tab value="drills">Kill switch drills</Tabs.Tab>
          <Tabs.Tab value="complaints">Complaints</Tabs.Tab>
          <Tabs.Tab value="exports">Exports</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="rules">
          <RulesPanel />
        </Tabs.Panel>
        <Tabs.Panel value="hosting">
          <HostingSection />
        </Tabs.Panel>
        <Tabs.Panel value="drills">
          <KillSwitchDrills />
        </Tabs.Panel>
        <Tabs.Panel value="complaints">
          <ComplaintsRegister />
        </Tabs.Panel>
        <Tabs.Panel value="exports">
          <ExportsPanel />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}
