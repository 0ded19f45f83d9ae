import { Group, Text, Title } from '@mantine/core'
import { DoneIcon } from '../../../ui/icons.ts'
import { FlowFooter } from './flow-footer.tsx'
import type { Flow } from './use-flow.ts'

/** Step 1 after it was completed, so that nothing is paid twice. */
export function PaidStep({ flow }: { flow: Flow }) {
  return (
    <>
      <Title order={2} mb="md">
        Complete Payment
      </Title>
      <Group gap="xs">
        <DoneIcon size={18} aria-hidden />
        <Text size="sm">You have paid for {flow.plan.name}.</Text>
      </Group>
      <FlowFooter onBack={null} onContinue={flow.advance} />
    </>
  )
}
