import { Button, Center, Stack, Text, Title } from '@mantine/core'

/** Shown when a screen threw, or when its code could not be fetched because a new version was deployed. */
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
