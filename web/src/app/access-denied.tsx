import { Center, Stack, Text, ThemeIcon, Title } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { notify } from '../lib/notifications/notify.ts'
import { ButtonLink } from '../ui/controls/button-link.tsx'
import { DeniedIcon } from '../ui/icons.ts'

export function AccessDenied() {
  const isNotified = useRef(false)
  useEffect(() => {
    if (isNotified.current) return
    isNotified.current = true
    notify('error', 'Access denied. Admin privileges required.')
  }, [])

  return (
    <Center mih="60dvh">
      <Stack align="center" gap="xs" ta="center">
        <title>Access Denied · Trading Bot</title>
        <ThemeIcon variant="light" color="gray" size={48} radius="xl">
          <DeniedIcon size={24} />
        </ThemeIcon>
        <Title order={1} size="h2">
          Access Denied
        </Title>
        <Text c="dimmed">Admin privileges required to access this page.</Text>
        <ButtonLink to="/dashboard" variant="default" mt="sm">
          Go to your dashboard
        </ButtonLink>
      </Stack>
    </Center>
  )
}
