import { useMutation, useQueryClient } from '@tanstack/react-query'
import { deviceName } from '@trading-bot/contract/rest/accounts/device-name'
import { addPasskey, listPasskeys, startPasskey } from '@trading-bot/contract/rest/accounts/passkeys'
import { api } from '../../../lib/api/api.ts'
import { notify } from '../../../lib/notifications/notify.ts'
import { createPasskey, passkeyErrorText } from '../../../lib/session/passkeys.ts'
import { refreshUser } from '../second-factor/refresh-user.ts'

/** Asks the browser for a new passkey and stores it under the device's name. */
export function useAddPasskey() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      const credential = await createPasskey(await api(startPasskey, {}))
      return api(addPasskey, { name: deviceName(navigator.userAgent), credential })
    },
    onSuccess: async () => {
      notify('success', 'Passkey added. You can sign in with it from now on.')
      await Promise.all([queries.invalidateQueries({ queryKey: [listPasskeys.path] }), refreshUser()])
    },
    onError: (failure) => notify('error', passkeyErrorText(failure)),
  })
}
