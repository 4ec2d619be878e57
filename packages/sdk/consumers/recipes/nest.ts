import 'reflect-metadata';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { FieldInspection } from '@field-inspection/sdk';
import { createWebhookHandler } from '@field-inspection/sdk/webhooks';
import { Body, Controller, Module, Post, Req, Res } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';

const client = new FieldInspection();
const webhooks = createWebhookHandler({
  on: { 'session.joined': (event) => console.log('joined', event.data.id) },
});

@Controller()
class InspectionsController {
  @Post('hooks')
  receive(@Req() request: IncomingMessage, @Res() response: ServerResponse) {
    return webhooks(request, response);
  }

  @Post('inspections')
  async create(@Body() { notes }: { notes: string }) {
    const { id } = await client.sessions.create({ notes });
    return { id };
  }
}

@Module({ controllers: [InspectionsController] })
class AppModule {}

// rawBody keeps the bytes beside the parsed body: they are what is signed.
const app = await NestFactory.create(AppModule, { rawBody: true, logger: ['error'] });
await app.listen(Number(process.env.PORT ?? 8080));
