import type { RefusalEntry } from '../refusal-entry.ts'

export const OPERATIONS_REFUSALS = {
  COUNT_CHANGED: { status: 409, text: 'It reaches {count} users now. Look at the preview again.' },
  TOO_MANY_USERS: { status: 400, text: '{count} users match; at most {limit} can be exported. Narrow the filter.' },
  TOO_MANY_TO_EXPORT: {
    status: 400,
    text: '{count} subscriptions match; at most {limit} can be exported. Choose a shorter stretch of time.',
  },
  ALREADY_SO: { status: 409, text: 'No change to save.' },
  ADMIN_SETTING: {
    status: 403,
    text: 'This setting is made by the administrator. You may change the capital amounts.',
  },
  TOO_MANY_COMPLAINTS: {
    status: 429,
    text: '{limit} of your complaints wait for an answer. Wait for one, or reply to its mail.',
  },
  COMPLAINT_ANSWERED: { status: 409, text: 'This complaint is answered already. Reload the register.' },
  INSTANCE_GONE: { status: 404, text: 'This instance does not exist any more. Refresh the list.' },
  OWN_MACHINE: {
    status: 409,
    text: 'This machine runs the platform itself: it is started and stopped where it stands, not from here.',
  },
  CLOUD_DOWN: { status: 503, text: 'AWS does not answer. Look at the state of the instance before you try again.' },
  CLOUD_REFUSED: { status: 409, text: 'AWS refused: {reason}' },
  SECOND_ADMINISTRATOR_ASKED: {
    status: 409,
    text: 'Not turned off yet: another administrator has to turn it off too, within 24 hours. All administrators have been told.',
  },
  SETTING_EXISTS: { status: 409, text: 'This setting has a value already. Change it instead.' },
} as const satisfies Record<string, RefusalEntry>
