// What the owner of an account hears of, with the device it came from.
import { deviceName } from '@trading-bot/contract/rest/accounts/device-name'

type Use = { readonly device: string; readonly address: string; readonly at: Date }
type News = { readonly subject: string; readonly text: string }

export function newDeviceNews(use: Use, profileUrl: string): News {
  return {
    subject: 'New device signed in to your Trading Bot account',
    text: `Your account was signed in ${placeOf(use)}, a device we have not seen before.

If it was you, there is nothing to do. If it was not, change your password at once: that signs out every device.

${profileUrl}`,
  }
}

export function reuseNews(use: Use): News {
  return {
    subject: 'A copied session was ended',
    text: `A sign-in of your account was used twice ${placeOf(use)}, so it may have been copied. That session is signed out. If you did not restore a browser backup or lose your connection then, change your password.`,
  }
}

export function passkeyNews(change: 'added' | 'removed', name: string, use: Use, profileUrl: string): News {
  return {
    subject: `A passkey was ${change}`,
    text: `The passkey “${name}” of your account was ${change} ${placeOf(use)}.

If it was not you, change your password at once and look at your passkeys and devices:

${profileUrl}`,
  }
}

const MOMENT = new Intl.DateTimeFormat('en-IN', { timeZone: 'Asia/Kolkata', dateStyle: 'medium', timeStyle: 'short' })

function placeOf({ device, address, at }: Use): string {
  return `on ${MOMENT.format(at)} India time from ${deviceName(device)} at ${address}`
}
