// The API's documented error codes for immediate rejections by the simulated exchange. Later rejections by the risk
// system or the market appear in the order book instead.
export const EXCHANGE_ERRORS = {
  AG7002: 'Unregistered IP',
  AG8001: 'Invalid Token',
  AG8002: 'Token Expired',
  AG8003: 'Token missing',
  AG8004: 'Invalid API Key',
  AB8050: 'Invalid Refresh Token',
  AB8051: 'Refresh Token Expired',
  AB1000: 'Invalid Email Or Password',
  AB1004: 'Something Went Wrong, Please Try After Sometime',
  AB1005: 'User Type Must Be USER',
  AB1007: 'AMX Error',
  AB1008: 'Invalid Order Variety',
  AB1009: 'Symbol Not Found',
  AB1011: 'Client not login',
  AB1012: 'Invalid Product Type',
  AB1013: 'Order not found',
  AB1017: 'Position conversion failed',
  AB1018: 'Failed to get symbol Details',
  AB1050: 'Invalid totp',
  AB4008: 'ordertag length should be less than 20 characters',
  AB4018: 'Symbol token cannot be empty',
} as const

/** Of calls that the platform never makes: rules that wait for a price, authorised sales, figures of derivatives. */
const OTHER_ERRORS = {
  // The broker's own spelling.
  AG1000: 'You have alreday been registered with CDSL for today.',
  AG2001: 'Something went wrong. Please try again',
  AB9004: 'Invalid status array size',
  AB9006: 'Invalid order quantity',
  AB9007: 'Invalid disclosed quantity',
  AB9008: 'Invalid price',
  AB9009: 'Invalid trigger price',
  AB9010: 'Invalid exchange segment',
  AB9011: 'Invalid symbol token',
  AB9013: 'Invalid rule ID',
  AB9014: 'Invalid order side',
  AB9015: 'Invalid product type',
  AB9016: 'Invalid time period',
  AB9017: 'Invalid page value',
  AB9018: 'Invalid count value',
  AB9019: 'No Data Available',
} as const

const ALL_ERRORS = { ...EXCHANGE_ERRORS, ...OTHER_ERRORS }

export type ExchangeErrorCode = keyof typeof ALL_ERRORS

export type ExchangeRefusal = {
  readonly ok: false
  readonly code: ExchangeErrorCode
  readonly message: string
  /** What few refusals tell beside the message. */
  readonly data?: unknown
}

export type ExchangeAnswer<T> = { readonly ok: true; readonly value: T } | ExchangeRefusal

/** AB1007 is the order system's catch-all code; its message gives the reason. */
export function refuseWith(code: ExchangeErrorCode, message: string = ALL_ERRORS[code]): ExchangeRefusal {
  return { ok: false, code, message }
}
