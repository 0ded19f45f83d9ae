import { notifications } from '@mantine/notifications'
import { beforeEach, expect, test, vi } from 'vitest'
import { notify } from './notify.ts'

vi.mock('@mantine/notifications', () => ({ notifications: { show: vi.fn<() => void>() } }))
const vibrate = vi.fn<(ms: number) => boolean>()
beforeEach(() => {
  vi.stubGlobal('navigator', { vibrate })
  vi.clearAllMocks()
})

test.each(['success', 'error', 'warning', 'info'] as const)(
  'L-05 %s can be closed and lives 5000 ms by default',
  (kind) => {
    notify(kind, 'Text')
    const expected = { message: 'Text', autoClose: 5000, withCloseButton: true, 'data-kind': kind }
    expect(notifications.show).toHaveBeenCalledWith(expect.objectContaining(expected))
  },
)

test('L-06 only an error vibrates the device, for 200 ms', () => {
  notify('warning', 'Text')
  expect(vibrate).not.toHaveBeenCalled()
  notify('error', 'Text', { durationMs: 6000 })
  expect(vibrate).toHaveBeenCalledExactlyOnceWith(200)
})
