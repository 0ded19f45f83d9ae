import { Text } from '@mantine/core'
import { Facts } from '../../../ui/figures/facts.tsx'
import type { PaneProps } from './pane-props.ts'
import { reviewFacts } from './review-facts.ts'

/** Every choice of the steps before, so that nothing is bought unseen. */
export function ReviewStep({ form, plan, isAdminSet }: PaneProps) {
  return (
    <>
      <Facts items={reviewFacts(form.values, plan, isAdminSet)} />
      <Text size="sm" c="dimmed">
        You pay in the next step. Nothing is charged before you confirm.
      </Text>
    </>
  )
}
