import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { HostingSection } from './hosting-section.tsx'

export function HostingPage() {
  return (
    <>
      <PageHeader
        title="Hosting"
        subtitle="Who may trade with real money here, and the documents that allow it. Exits always pass."
      />
      <HostingSection />
    </>
  )
}
