/** The analytic of records that name none. */
export const analyticNotStated = '(not stated)';
