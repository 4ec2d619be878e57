export type OrderAnswer<Product> =
  { ok: true; product: Product } | { ok: false; message: string; code?: string };

/** The order came from another thread or process, which gets the failure in words. */
export const answerOrder = async <Order, Product>(
  make: (order: Order) => Promise<Product>,
  order: Order,
): Promise<OrderAnswer<Product>> => {
  try {
    return { ok: true, product: await make(order) };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return {
      ok: false,
      message: error instanceof Error ? error.message : String(error),
      ...(typeof code === 'string' ? { code } : {}),
    };
  }
};
