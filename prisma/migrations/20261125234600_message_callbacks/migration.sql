-- A provider's callback knows the message's id, and no organisation.
-- CreateIndex
CREATE INDEX "messages_id_idx" ON "messages"("id");
