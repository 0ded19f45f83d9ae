import { Button, Paper, Text } from '@mantine/core'
import { PageHeader } from '../../../ui/layout/page-header.tsx'

export function InvalidPlan({ onBack }: { onBack: () => void }) {
  return (
    <>
      <PageHeader title="Invalid Plan" />
      <Paper p="lg" radius="lg">
        <Text mb="md">No plan selected for upgrade.</Text>
        <Button onClick={onBack}>Go Back</Button>
      </Paper>
    </>
  )
}
