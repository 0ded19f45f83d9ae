import { Button, Center, Stack, Text, Title } from '@mantine/core'

/** A screen that threw, or whose code could not be fetched (a new version went live meanwhile). */
export function ScreenFailed() {
  return (
    <Center mih="60dvh" p="md">
      <Stack align="center" gap="xs" maw={420} ta="center">
        <Title order={1} size="h2">
          This page could not be shown
        </Title>
        <Text c="dimmed">Something went wrong on our side. Your account and your bots are not affected by it.</Text>
        <Button mt="sm" onClick={() => window.location.reload()}>
          Reload the page
        </Button>
      </Stack>
    </Center>
  )
}
