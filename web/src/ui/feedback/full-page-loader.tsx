import { Center, Loader } from '@mantine/core'

export function FullPageLoader() {
  return (
    <Center component="output" mih="60dvh" w="100%" aria-label="Loading">
      <Loader />
    </Center>
  )
}
